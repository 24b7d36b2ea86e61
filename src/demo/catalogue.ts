/** A service the demo pretends to run. */
export type Service = {
  name: string;
  team: string;
  release: string;
  deployedAt: string;
  healthy: boolean;
};

export const SERVICES: readonly Service[] = [
  {
    name: 'checkout-api',
    team: 'Payments',
    release: 'r-4820',
    deployedAt: '2026-07-27T09:14:03Z',
    healthy: true,
  },
  {
    name: 'catalog-web',
    team: 'Storefront',
    release: 'r-4812',
    deployedAt: '2026-07-24T15:40:51Z',
    healthy: true,
  },
  {
    name: 'invoice-worker',
    team: 'Payments',
    release: 'r-4795',
    deployedAt: '2026-07-21T06:02:17Z',
    healthy: false,
  },
];

export const ENVIRONMENTS = ['production', 'staging'] as const;

/** Releases with a line of notes each, newest first. */
export const RELEASES: readonly { release: string; service: string; notes: string }[] = [
  { release: 'r-4821', service: 'checkout-api', notes: 'Fix double charge on retry; bump tax tables.' },
  { release: 'r-4820', service: 'checkout-api', notes: 'Timeouts for the card gateway.' },
  { release: 'r-4812', service: 'catalog-web', notes: 'Search by colour.' },
  { release: 'r-4795', service: 'invoice-worker', notes: 'PDF/A output.' },
];

export function findService(name: unknown): Service | undefined {
  return SERVICES.find((service) => service.name === name);
}

/** The schema of a service argument, with a default so that a call works as it is offered. */
export const SERVICE_ARGUMENT = {
  type: 'string',
  title: 'Service',
  description: 'Name of the service.',
  minLength: 1,
  default: 'checkout-api',
} as const;
