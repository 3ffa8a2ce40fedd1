// Test files share their window: the address that an earlier file has left would select its application. A file of Node
// has no window.
globalThis.history?.replaceState(null, '', '/');
