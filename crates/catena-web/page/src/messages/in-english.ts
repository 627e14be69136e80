// The unit tests speak English.
import { english } from './english';
import { speak } from './message';

speak('en', english);
