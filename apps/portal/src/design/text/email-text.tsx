/** An email address that breaks in front of the @ where its line is too short. */
export function EmailText({ children: email }: { children: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return <bdi>{email}</bdi>;
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}
