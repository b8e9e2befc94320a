/** The name of the gateway that ships inside the extension. It is known by this name before its server is started. */
export const sandboxProfile = 'sandbox';
