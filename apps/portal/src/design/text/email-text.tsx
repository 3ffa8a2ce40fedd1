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

// The marks that isolate a name within a sentence (`isolate`) are not part of an address.
const addresses = /([^\s@\u2068\u2069]+@[^\s@\u2068\u2069]*[^\s@.,;\u2068\u2069])/;

/** A sentence with email addresses in it, which break like `EmailText`. */
export function TextWithEmails({ children: text }: { children: string }) {
  // Every second part is an address.
  return text
    .split(addresses)
    .map((part, index) => (index % 2 === 1 ? <EmailText key={index}>{part}</EmailText> : part));
}
