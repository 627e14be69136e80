// The unit tests speak English.
import { english } from './en';
import { speak } from './message';

speak('en', english);
