export { FirstSteps, useFirstSteps } from './first-steps.tsx';
