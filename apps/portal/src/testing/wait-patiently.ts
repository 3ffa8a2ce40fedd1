import { configure } from '@testing-library/react';

// Lazy code is really loaded in tests, by however busy a machine: one second is no limit against what hangs.
configure({ asyncUtilTimeout: 30_000 });
