/** Routes of a venue of the profile `bellwether`: those of the contract but for the ones that dated profiles alone have. */
import { ROUTES, venueProfile } from '@bellwether/contract';

const { differences } = venueProfile('bellwether');

export const MOUNTED_ROUTES = ROUTES.filter(({ since }) => since === undefined || differences.has(since));
