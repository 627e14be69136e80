"""Makes the small files of this folder that other programs write: python make.py

With NumPy 2.4.6, Pillow 13.0.0, tifffile 2026.3.3 and nibabel 5.4.2. The .vox file is
written byte by byte after the description of the format by its author (ephtracy,
voxel-model, MagicaVoxel-file-format-vox.txt).
"""

import struct
from pathlib import Path

import nibabel
import numpy as np
import tifffile
from PIL import Image

here = Path(__file__).parent

# A ring of 10 cells round a gap of two, on 6 columns and 5 rows.
ring = np.zeros((5, 6), bool)
ring[1:4, 1:5] = True
ring[2, 2:4] = False

Image.fromarray(ring.astype(np.uint16) * 1000).save(here / "ring16.png")
tifffile.imwrite(
    here / "ring.tif",
    (ring * 2.5 - 1).astype(">f4"),
    byteorder=">",
    compression="zlib",
    tile=(16, 16),
    metadata=None,
)
np.savez_compressed(
    here / "ring.npz",
    empty=np.zeros((5, 6)),
    ring=np.asfortranarray((ring * -7).astype(">i2")),
)

# A picture of 3 columns and 2 rows with one white pixel, top left; its EXIF data says
# that it is to be turned by 90 degrees clockwise.
dot = Image.fromarray(np.array([[255, 0, 0], [0, 0, 0]], np.uint8))
exif = Image.Exif()
exif[274] = 6
dot.save(here / "turned.png", exif=exif)

# A box of 6 columns, 5 rows and 4 layers with a cavity of 4 cells, as in hollow.npy.
box = np.load(here / "hollow.npy").T
scan = nibabel.Nifti1Image(box.astype(np.int16), np.eye(4))
scan.header.set_slope_inter(0.5, 10)
nibabel.save(scan, here / "hollow.nii.gz")

voxels = b"".join(struct.pack("4B", *place, 1) for place in np.argwhere(box))
size = struct.pack("<3I", *box.shape)
xyzi = struct.pack("<I", len(voxels) // 4) + voxels
chunk = lambda name, content: name + struct.pack("<2I", len(content), 0) + content
children = chunk(b"SIZE", size) + chunk(b"XYZI", xyzi)
main = b"MAIN" + struct.pack("<2I", 0, len(children)) + children
(here / "hollow.vox").write_bytes(b"VOX " + struct.pack("<I", 150) + main)
