/** Preloaded into a process to make its clock run fast: a second counts as a minute, also between two starts. */
const SPEED = 60;
const now = Date.now;

Date.now = () => now() * SPEED;
