import { config } from 'zod/v4';

// The SDK's schemas probe for eval on their first parse. Under a policy without unsafe-eval the probe alone
// raises a violation, so it is switched off, and this file is imported before anything of the SDK.
config({ jitless: true });
