//! Whatever is read as a placement is printed as something that reads as the
//! same; nothing makes the reader panic.

use catena_grid::Placement;

pub(crate) fn run(text: &str) {
    match text.parse::<Placement>() {
        Ok(placement) => {
            let (width, height) = (placement.width(), placement.height());
            let printed = placement.to_string();
            assert_eq!(
                Placement::with_size(&printed, width, height).as_ref(),
                Ok(&placement)
            );
        }
        Err(error) => {
            assert!(!error.to_string().contains('\n') || text.contains('\n'));
            assert!(
                error
                    .offset()
                    .is_none_or(|offset| text.is_char_boundary(offset))
            );
        }
    }
}
