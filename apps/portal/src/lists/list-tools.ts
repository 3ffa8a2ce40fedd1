// What a list can do comes behind its first rows: exporting, what is new, views, columns.
export { ExportButton } from '#lists/export/export-button.tsx';
export { NewRows } from '#lists/live/new-rows.tsx';
export { ListViews } from '#lists/views/saved-views.tsx';
export { ColumnChooser } from './views/column-chooser.tsx';
