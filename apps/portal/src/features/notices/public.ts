export { Bell } from './bell.tsx';
export { NoticeMailsSection } from './notice-mails.tsx';
