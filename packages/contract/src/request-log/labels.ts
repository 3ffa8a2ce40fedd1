export const loggedMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export const requestSorts = ['at,desc', 'at,asc', 'durationMs,desc', 'durationMs,asc'] as const;

/** Days for which a call is kept. */
export const daysRequestsAreKept = 30;
/** The most calls with a valid key that are stored of one application and UTC day. */
export const mostRequestsPerDay = 9_500;
/** The same for calls without a valid key, which a stranger can make too: they cannot use up the others' room. */
export const mostUnknownRequestsPerDay = 500;
