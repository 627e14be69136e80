//! Whatever the players of a game between friends send, its record rebuilds the same game.

pub(crate) fn run(messages: &str) {
    catena_web::friend_trial(messages);
}
