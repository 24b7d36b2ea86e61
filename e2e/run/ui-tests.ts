import { configure } from '@testing-library/svelte';

// Two cores and everything at once: slow is not broken.
configure({ asyncUtilTimeout: 10_000 });
