/**
 * Every fixed text that the product promises word for word. A test looks for each in the built files, so a renamed
 * literal fails the build instead of a user.
 */

export const PRODUCT_NAME = 'Motherlode';

export const loading = {
  product: 'Loading Motherlode...',
  page: 'Loading page...',
  onboarding: 'Loading onboarding...',
  application: 'Loading application...',
  generic: 'Loading...',
  toLogin: 'Redirecting to login...',
  toOnboarding: 'Redirecting to onboarding...',
} as const;

export const navigation = {
  dashboard: 'Dashboard',
  dominator: 'Dominator Pipeline',
  dominatorHint: 'AI-powered revenue generation system',
  domination: 'Domination Control',
  dominationHint: 'Launches domination campaigns',
  projects: 'Projects',
  newProject: 'New Project',
  settings: 'Settings',
  account: 'My Account',
  logOut: 'Log out',
  userFallback: 'User',
  skip: 'Skip to main content',
} as const;

export const login = {
  tagline: 'Powered by AI Intelligence',
  email: 'Email Address',
  password: 'Password',
  forgot: 'Forgot password?',
  submit: 'Sign In',
  busy: 'Signing in...',
  google: 'Sign in with Google',
  getStarted: 'Get started',
  resend: 'Resend Verification Email',
} as const;

export const register = {
  invitation: 'Start building profitable websites',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email Address',
  company: 'Company (optional)',
  password: 'Password',
  confirm: 'Confirm Password',
  submit: 'Create Account',
  busy: 'Creating Account...',
  mismatch: 'Passwords do not match',
  tooShort: 'Password must be at least 8 characters long',
  closed: 'Registration is closed',
  closedHint: 'This installation accepts no new accounts. Ask its operator for an account.',
  invited: 'Only invited email addresses can register here. Use the address that your invitation was sent to.',
} as const;

export const landing = {
  login: 'Login',
  getStarted: 'Get Started',
  startDominating: 'Start Dominating',
  startTrial: 'Start Free Trial',
  viewDemo: 'View Demo',
  trial: '14-day free trial',
  noCard: 'no credit card',
  cancel: 'cancel anytime',
  leadGeneration: '$500-5K per client',
  rankAndRent: '$1-10K per month',
  seoServices: '$2-20K per month',
  whiteLabel: '$10-50K per license',
} as const;

export const errorScreen = {
  title: 'Something went wrong',
  text: 'We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.',
  retry: 'Try Again',
  home: 'Home',
} as const;

export const failures = {
  engineStatuses: 'Failed to fetch engine statuses',
  engineInsights: 'Failed to fetch engine insights',
  executeEngine: 'Failed to execute engine action',
  judgeInsight: 'Failed to save the outcome of the insight',
  opportunities: 'Failed to fetch opportunities',
  createOpportunity: 'Failed to create opportunity',
  updateOpportunity: 'Failed to update opportunity',
  implementOpportunity: 'Failed to implement opportunity',
  performanceMetrics: 'Failed to fetch performance metrics',
  predictions: 'Failed to fetch predictions',
  calculatePredictions: 'Failed to calculate predictions',
  milestones: 'Failed to fetch milestones',
  updateMilestone: 'Failed to update milestone',
  achievements: 'Failed to fetch achievements',
  deployment: 'Deployment failed',
  pipeline: 'Pipeline failed',
  batchDeployment: 'Batch deployment failed',
  searchOpportunities: 'Failed to search opportunities',
  goldmines: 'Failed to fetch goldmines',
  logout: 'Failed to logout',
  notAuthenticated: 'Not authenticated',
  updatePreferences: 'Failed to update preferences',
  updateProfile: 'Failed to update profile',
  request: 'Request failed',
  upload: 'Upload failed',
} as const;

export const auth = {
  invalidCredentials: 'Invalid credentials',
  loginFailed: 'Login failed',
  loginFallback: 'Login failed. Please check your credentials.',
  registerFallback: 'Registration failed. Please check your connection and try again.',
  refreshFailed: 'Token refresh failed',
  noRefreshToken: 'No refresh token available',
  serverDown: 'Server error. Please check that the backend is running on port 3000.',
  serverError: 'Server error: ',
  unreachable: 'Cannot connect to server. Please ensure the backend is running on port 3000.',
  outsideProvider: 'useAuth must be used within an AuthProvider',
  verifyMarker: 'verify your email',
} as const;

/** Texts of calls without an answer in time. */
export const timeout = {
  read: 'The server did not answer within 30 seconds. Try again.',
  change: 'The server did not answer within 2 minutes. Reload the page to see whether it was saved.',
  slow: 'The server is slow to answer.',
} as const;

export const account = {
  noPassword: 'Leave it empty if you sign in with Google only.',
} as const;

export const oauth = {
  notConfigured: 'Google sign-in is not configured',
  working: 'Signing in...',
  refused: 'You did not allow the sign-in, or the provider refused it.',
  failed: 'The provider could not sign you in.',
} as const;

export const resend = {
  sent: 'Verification email sent! Please check your email and click the verification link.',
  failed: 'Failed to send verification email',
  offline: 'Failed to send verification email. Please try again.',
} as const;

export const engineChannel = {
  lost: 'Connection lost',
  failed: 'Connection failed',
  notCreated: 'Failed to create connection',
} as const;

export const realtimeChannel = {
  notConnected: 'Failed to connect to server',
  failed: 'Connection failed',
  reconnectFailed: 'Reconnection failed',
  gaveUp: 'Failed to reconnect after multiple attempts',
  authFailed: 'Authentication failed',
  tooMany: 'Too many connection attempts',
} as const;

export const notificationTitles = {
  insight: 'New Insight',
  engineError: 'Engine Error',
  opportunity: 'New Opportunity!',
  implemented: 'Opportunity Implemented!',
  alert: 'Performance Alert',
  ranking: 'Ranking Update',
  achievement: 'Achievement Unlocked!',
  subscription: 'Subscription Updated',
} as const;

export const themes = {
  defaultDark: 'Default Dark',
  cyberpunk: 'Cyberpunk Command Center',
  executive: 'Executive Boardroom',
  invalid: 'Invalid theme data',
  notFound: 'Theme not found',
  noRipper: 'Theme ripper not implemented yet',
  notLoaded: 'Failed to load custom themes',
} as const;

export const installCard = {
  title: 'Install the app',
  offline: 'works offline with cached data',
  native: 'native app-like experience',
  install: 'Install App',
  notNow: 'Not Now',
} as const;

/** Why a button that changes something does not work without a network. */
export const OFFLINE_REASON = 'You are offline. This works again once the connection is back.';

export const ROOT_NOT_FOUND = 'Root element not found';
