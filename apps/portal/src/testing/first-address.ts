// Test files share their window: the address that an earlier file has left would select its application.
history.replaceState(null, '', '/');
