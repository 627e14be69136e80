//! The targets for the server: any request, and whatever players send.

#![no_main]

#[path = "../targets.rs"]
mod targets;

targets::targets!(api_request, friend_messages);
