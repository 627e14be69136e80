//! [`FrameReader`]: text compressed with zstd, whose frames are decoded on several threads.
//!
//! A file of zstd is a sequence of *frames*, which can be decoded independently. Tools
//! like `pzstd` write many of them. One thread cuts the file at the frames, others
//! decode, and the reader takes their text in the order of the file. Every queue is
//! bounded in bytes, so that the memory does not depend on the size of a frame.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use zstd::stream::read::Decoder;

/// The first bytes of a frame.
const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Text is handed on in pieces of this many bytes.
const PIECE: usize = 1 << 20;

/// How many pieces of a frame may wait, before and after decoding. Frames of more are
/// decoded as fast as the reader takes them.
const WAITING: usize = 16;

/// A part of a frame, or why there is none.
type Piece = io::Result<Vec<u8>>;

/// The compressed pieces of a frame, and where its text goes.
type Work = (Receiver<Piece>, SyncSender<Piece>);

/// The first bytes of the source, as many as say how it is compressed.
pub(super) fn first_bytes(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    source.take(FRAME.len() as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Whether these bytes start a frame with text, or one to be skipped.
pub(super) fn is_frame_start(bytes: &[u8]) -> bool {
    bytes == FRAME || (bytes.len() == 4 && is_skippable(bytes))
}

fn is_skippable(magic: &[u8]) -> bool {
    magic[0] & 0xf0 == 0x50 && magic[1..] == [0x2a, 0x4d, 0x18]
}

/// The text of all frames, one after the other.
pub(super) struct FrameReader {
    /// The texts of the frames to come, in order.
    frames: Receiver<Receiver<Piece>>,
    frame: Option<Receiver<Piece>>,
    piece: Cursor<Vec<u8>>,
}

impl FrameReader {
    pub(super) fn new(source: impl Read + Send + 'static, threads: usize) -> FrameReader {
        let threads = threads.max(1);
        let (work, waiting) = sync_channel::<Work>(0);
        let (order, frames) = sync_channel(threads);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || decode_frames(&waiting));
        }
        thread::spawn(move || {
            let mut splitter = Splitter {
                source: io::BufReader::with_capacity(PIECE, source),
                work,
                order,
            };
            while let Some(true) = splitter.frame() {}
        });
        FrameReader {
            frames,
            frame: None,
            piece: Cursor::default(),
        }
    }

    /// Takes the next piece of text. Returns whether there is one.
    fn next_piece(&mut self) -> io::Result<bool> {
        loop {
            let Some(frame) = &self.frame else {
                let Ok(frame) = self.frames.recv() else {
                    return Ok(false);
                };
                self.frame = Some(frame);
                continue;
            };
            match frame.recv() {
                Ok(piece) => {
                    self.piece = Cursor::new(piece?);
                    return Ok(true);
                }
                Err(_) => self.frame = None,
            }
        }
    }
}

impl Read for FrameReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let bytes = self.piece.read(buffer)?;
            if bytes > 0 || buffer.is_empty() || !self.next_piece()? {
                return Ok(bytes);
            }
        }
    }
}

/// Decodes one frame after the other, until there are no more or nobody reads.
fn decode_frames(waiting: &Mutex<Receiver<Work>>) {
    loop {
        let work = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok((pieces, text)) = work else { return };
        decode_frame(pieces, &text);
    }
}

fn decode_frame(pieces: Receiver<Piece>, text: &SyncSender<Piece>) {
    let source = PieceReader {
        pieces,
        piece: Cursor::default(),
    };
    let mut decoder = match Decoder::new(source) {
        Ok(decoder) => decoder.single_frame(),
        Err(error) => {
            let _ = text.send(Err(error));
            return;
        }
    };
    loop {
        let mut piece = Vec::with_capacity(PIECE);
        let result = (&mut decoder).take(PIECE as u64).read_to_end(&mut piece);
        let is_last = result.is_err() || piece.is_empty();
        let sent = match result {
            Ok(0) => return,
            Ok(_) => text.send(Ok(piece)),
            Err(error) => text.send(Err(error)),
        };
        if is_last || sent.is_err() {
            return;
        }
    }
}

/// The compressed pieces of a frame.
struct PieceReader {
    pieces: Receiver<Piece>,
    piece: Cursor<Vec<u8>>,
}

impl Read for PieceReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let bytes = self.piece.read(buffer)?;
            if bytes > 0 || buffer.is_empty() {
                return Ok(bytes);
            }
            match self.pieces.recv() {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(_) => return Ok(0),
            }
        }
    }
}

/// Cuts a file at its frames.
struct Splitter<R> {
    source: io::BufReader<R>,
    work: SyncSender<Work>,
    order: SyncSender<Receiver<Piece>>,
}

impl<R: Read> Splitter<R> {
    /// Hands on the next frame. Returns whether there may be another one, `None` if
    /// nobody reads.
    fn frame(&mut self) -> Option<bool> {
        let magic = match first_bytes(&mut self.source) {
            Ok(magic) if magic.is_empty() => return Some(false),
            Ok(magic) => magic,
            Err(error) => return self.fail(error),
        };
        if !is_frame_start(&magic) {
            let message = "there is something else after a frame of zstd";
            return self.fail(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if is_skippable(&magic) {
            return match self.skip() {
                Ok(()) => Some(true),
                Err(error) => self.fail(error),
            };
        }
        let (to_decoder, pieces) = sync_channel(WAITING);
        let (text, frame) = sync_channel(WAITING);
        self.order.send(frame).ok()?;
        self.work.send((pieces, text)).ok()?;
        let mut frame = FramePieces {
            piece: magic,
            to_decoder,
        };
        match frame.copy(&mut self.source) {
            Ok(true) => Some(true),
            // The decoder found an error, or nobody reads.
            Ok(false) => None,
            Err(error) => {
                // What was read may tell the decoder more than where it ended.
                if error.kind() != io::ErrorKind::UnexpectedEof {
                    let _ = frame.to_decoder.send(Err(error));
                } else {
                    frame.flush();
                }
                Some(false)
            }
        }
    }

    /// Passes over a frame without text.
    fn skip(&mut self) -> io::Result<()> {
        let mut size = [0; 4];
        self.source.read_exact(&mut size)?;
        let size = u64::from(u32::from_le_bytes(size));
        let skipped = io::copy(&mut (&mut self.source).take(size), &mut io::sink())?;
        match skipped == size {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Passes an error on to the reader, in the place of a frame.
    fn fail(&mut self, error: io::Error) -> Option<bool> {
        let (text, frame) = sync_channel(1);
        let _ = text.send(Err(error));
        self.order.send(frame).ok()?;
        Some(false)
    }
}

/// The pieces of one frame on their way to a decoder.
struct FramePieces {
    piece: Vec<u8>,
    to_decoder: SyncSender<Piece>,
}

impl FramePieces {
    /// Copies the rest of a frame, whose first four bytes are in `piece`. Returns whether
    /// the decoder took all. The format is that of RFC 8878, 3.1.1.
    fn copy(&mut self, source: &mut impl Read) -> io::Result<bool> {
        let descriptor = self.take::<1>(source)?[0];
        let has_window = descriptor & 0x20 == 0;
        let has_checksum = descriptor & 0x04 != 0;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let size = match descriptor >> 6 {
            0 => u64::from(!has_window),
            log => 1 << log,
        };
        self.append(source, u64::from(has_window) + dictionary + size)?;
        loop {
            let [low, middle, high] = self.take::<3>(source)?;
            let header = u32::from_le_bytes([low, middle, high, 0]);
            let is_last = header & 1 == 1;
            // A block of one repeated byte has only that byte.
            let bytes = if header >> 1 & 3 == 1 { 1 } else { header >> 3 };
            self.append(source, u64::from(bytes))?;
            if is_last {
                break;
            }
            if self.piece.len() >= PIECE && !self.flush() {
                return Ok(false);
            }
        }
        if has_checksum {
            self.append(source, 4)?;
        }
        Ok(self.flush())
    }

    fn take<const N: usize>(&mut self, source: &mut impl Read) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        source.read_exact(&mut bytes)?;
        self.piece.extend_from_slice(&bytes);
        Ok(bytes)
    }

    fn append(&mut self, source: &mut impl Read, bytes: u64) -> io::Result<()> {
        let before = self.piece.len() as u64;
        source.take(bytes).read_to_end(&mut self.piece)?;
        match self.piece.len() as u64 - before == bytes {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Sends what was read. Returns whether the decoder takes it.
    fn flush(&mut self) -> bool {
        let piece = std::mem::take(&mut self.piece);
        self.to_decoder.send(Ok(piece)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::compressed::{decompressed, decompressed_from};
    use super::*;

    /// A text that does not compress to nothing.
    fn text(bytes: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(7);
        std::iter::repeat_with(|| b"abcdefgh \n"[random.usize(..10)])
            .take(bytes)
            .collect()
    }

    fn read(file: Vec<u8>, threads: usize) -> io::Result<Vec<u8>> {
        let mut found = Vec::new();
        decompressed(Cursor::new(file), threads)?.read_to_end(&mut found)?;
        Ok(found)
    }

    fn skippable(bytes: u32) -> Vec<u8> {
        let mut frame = vec![0x5a, 0x2a, 0x4d, 0x18];
        frame.extend(bytes.to_le_bytes());
        frame.resize(8 + bytes as usize, 0x28);
        frame
    }

    /// The text in frames of these many bytes, of every kind that the encoder writes.
    fn frames(text: &[u8], sizes: &[usize]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut rest = text;
        for (at, &size) in sizes.iter().cycle().enumerate() {
            let (part, after) = rest.split_at(size.min(rest.len()));
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
            encoder.include_checksum(at % 2 == 0).expect("a setting");
            encoder.include_contentsize(at % 3 == 0).expect("a setting");
            if at % 3 == 0 {
                let bytes = Some(part.len() as u64);
                encoder.set_pledged_src_size(bytes).expect("a setting");
            }
            encoder.write_all(part).expect("memory");
            file.extend(encoder.finish().expect("memory"));
            file.extend(skippable(u32::try_from(at % 5).expect("small")));
            rest = after;
            if rest.is_empty() {
                return file;
            }
        }
        file
    }

    #[test]
    fn frames_of_all_sizes_give_the_text() {
        let text = text(5_000_000);
        for sizes in [
            &[1, 0, 200, 70_000][..],
            &[300_000],
            &[3_000_000],
            &[5_000_000],
        ] {
            let file = frames(&text, sizes);
            for threads in [1, 2, 5] {
                let found = read(file.clone(), threads).expect("it can be read");
                assert!(found == text, "{sizes:?} {threads}");
            }
        }
        // A repeated byte is a block of its own kind.
        let file = zstd::encode_all(&vec![b'x'; 3_000_000][..], 3).expect("memory");
        assert!(read(file, 2).expect("it can be read") == vec![b'x'; 3_000_000]);
    }

    #[test]
    fn text_that_is_not_compressed_is_passed_on() {
        for text in [&b""[..], b"1.", b"1. e4 *\n"] {
            assert_eq!(read(text.to_vec(), 2).expect("memory"), text);
        }
    }

    #[test]
    fn a_file_that_is_cut_or_damaged_is_an_error() {
        let text = text(400_000);
        let file = frames(&text, &[100_000]);
        for end in [5, 9, 1000, file.len() / 2] {
            assert!(read(file[..end].to_vec(), 2).is_err(), "{end}");
        }
        let mut garbage = file.clone();
        garbage.extend_from_slice(b"garbage");
        let error = read(garbage, 2).expect_err("garbage");
        assert!(error.to_string().contains("something else"), "{error}");
        let mut damaged = file;
        for byte in &mut damaged[2000..2100] {
            *byte ^= 0x55;
        }
        assert!(read(damaged, 2).is_err());
    }

    #[test]
    fn reading_can_go_on_at_any_byte() {
        let text = text(300_000);
        for file in [text.clone(), frames(&text, &[70_000])] {
            for byte in [0, 1, 69_999, 70_000, 299_999, 300_000] {
                let source = Cursor::new(file.clone());
                let mut found = Vec::new();
                let rest = decompressed_from(source, 2, byte as u64);
                rest.expect("it can be read")
                    .read_to_end(&mut found)
                    .expect("memory");
                assert!(found == text[byte..], "{byte}");
            }
        }
    }

    #[test]
    fn a_reader_that_stops_early_ends_the_threads() {
        let text = text(4_000_000);
        let (done, ended) = std::sync::mpsc::channel();
        struct Watched(Cursor<Vec<u8>>, std::sync::mpsc::Sender<()>);
        impl Read for Watched {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.read(buffer)
            }
        }
        impl Drop for Watched {
            fn drop(&mut self) {
                let _ = self.1.send(());
            }
        }
        let source = Watched(Cursor::new(frames(&text, &[10_000])), done);
        let mut reader = decompressed(source, 2).expect("memory");
        let mut few = [0; 10];
        reader.read_exact(&mut few).expect("there is text");
        drop(reader);
        let patience = std::time::Duration::from_secs(60);
        ended.recv_timeout(patience).expect("the source is dropped");
    }
}
