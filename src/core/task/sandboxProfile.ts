/** Name of the profile of the sandbox. It has this name before the sandbox's server is started. */
export const sandboxProfile = 'sandbox';
