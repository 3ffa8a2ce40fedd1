/** Failed sign-ins for accounts there are not, counted until their minute is over; who did it is unknown. */
export const unknownSignIns = `
CREATE TABLE unknown_sign_ins (
  minute timestamptz(3) NOT NULL,
  address text NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (minute, address)
);
ALTER TABLE activity DROP CONSTRAINT activity_actor_kind_check;
ALTER TABLE activity ADD CONSTRAINT activity_actor_kind_check CHECK (actor_kind IN ('MERCHANT', 'ADMIN', 'UNKNOWN')) NOT VALID;
`;
