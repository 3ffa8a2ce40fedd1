import { configure } from '@testing-library/react';

// Tests load lazy code for real, on machines that may be busy, so the default of one second is too short.
configure({ asyncUtilTimeout: 30_000 });
