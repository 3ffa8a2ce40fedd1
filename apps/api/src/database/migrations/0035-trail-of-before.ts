/** What was recorded before waits for the trail too: the batches take it step by step. In a migration of its own, so that nobody who writes waits. */
export const trailOfBefore = `
INSERT INTO trail_waiting (merchant_id, activity_id)
  SELECT a.merchant_id, a.activity_id FROM activity AS a
  WHERE NOT EXISTS (SELECT FROM trail_waiting AS w WHERE w.merchant_id = a.merchant_id AND w.activity_id = a.activity_id)
    AND NOT EXISTS (SELECT FROM trail_entries AS e WHERE e.merchant_id = a.merchant_id AND e.activity_id = a.activity_id)
  ORDER BY a.at, a.activity_id;
`;
