export { BulkButton } from './bulk-button.tsx';
