/**
 * What React DOM carries for features that no page of ours uses, by the names of react-dom-client.production.js.
 * React is pinned exactly; a new version that renames one of these fails the build, and the list is gone through again.
 */

/** Kinds of fibre that are never made: profiler, dehydrated, suspense list, hoistable, singleton, view transition, activity. */
export const absentKinds: ReadonlySet<number> = new Set([12, 18, 19, 26, 27, 30, 31]);

/** Variables that only absent parts would set, with the value they have for ever. */
export const fixedVariables: Readonly<Record<string, string>> = {
  isHydrating: 'false',
  hydrationErrors: 'null',
  hydrationParentFiber: 'null',
  nextHydratableInstance: 'null',
  viewTransitionMutationContext: 'false',
  shouldStartViewTransition: 'false',
  inUpdateViewTransition: 'false',
  rootViewTransitionAffected: 'false',
  viewTransitionContextChanged: 'false',
  pendingViewTransition: 'null',
  pendingViewTransitionEvents: 'null',
  appearingViewTransitions: 'null',
  canUseDOM: 'true',
};

/** Objects whose members are assigned one by one. */
export const absentObjects: ReadonlySet<string> = new Set([
  'FragmentInstance.prototype',
  'ViewTransitionPseudoElement.prototype',
  'ReactDOMHydrationRoot.prototype',
  'ReactDOMSharedInternals.findDOMNode',
  'exports.hydrateRoot',
]);

/** Functions called along the way that have one answer when their feature is never used. */
export const fixedFunctions: Readonly<Record<string, string>> = {
  // Hydration: every page is rendered here, none was rendered before.
  popHydrationState: 'false',
  upgradeHydrationErrorsToRecoverable: 'null',
  resetHydrationState: 'undefined',
  getParentHydrationBoundary: 'null',
  getSuspenseInstanceFromFiber: 'null',
  getActivityInstanceFromFiber: 'null',
  commitSuspenseHydrationCallbacks: 'undefined',
  queueIfContinuousEvent: 'false',
  clearIfContinuousEvent: 'undefined',
  retryIfBlockedOn: 'undefined',
  // Resources and singletons: what stands in <head> stands in the page itself.
  isHostHoistableType: 'false',
  maySuspendCommit: 'false',
  waitForCommitToBeReady: 'null',
  accumulateSuspenseyCommitOnFiber: 'undefined',
  getHoistableRoot: 'null',
  preloadInstanceAndSuspendIfNeeded: 'undefined',
  isCustomElement: 'false',
  // View transitions and fragment refs.
  commitExitViewTransitions: 'undefined',
  commitNestedViewTransitions: 'undefined',
  restoreNestedViewTransitions: 'undefined',
  restoreEnterOrExitViewTransitions: 'undefined',
  trackEnterViewTransitions: 'undefined',
  isFragmentInstanceParent: 'false',
  commitNewChildToFragmentInstances: 'undefined',
  commitFragmentInstanceInsertionEffects: 'undefined',
  commitFragmentInstanceDeletionEffects: 'undefined',
  // Forms answer their own submit events.
  extractEvents$1: 'undefined',
  recursivelyResetForms: 'undefined',
  // The names in a component stack are mangled here: an error's own stack says as much.
  getStackByFiberInDevAndProd: "''",
};

/** Functions that only those features reach. */
export const absentFunctions: ReadonlySet<string> = new Set([
  'prepareToHydrateHostInstance',
  'updateDehydratedSuspenseComponent',
  'mountHostRootWithoutHydrating',
  'retrySuspenseComponentWithoutHydrating',
  'throwOnHydrationMismatch',
  'popToNextHostParent',
  'getNextHydratable',
  'restoreSuspendedTreeContext',
  'registerSuspenseInstanceRetry',
  'attemptExplicitHydrationTarget',
  'updateSuspenseListComponent',
  'insertStylesheet',
  'insertStylesheetIntoRoot',
  'suspendInstance',
  'estimateBandwidth',
  'preconnect',
  'prefetchDNS',
  'preinitModuleScript',
  'preinitScript',
  'preinitStyle',
  'preload',
  'preloadModule',
  'commitHostSingletonAcquisition',
  'releaseSingletonInstance',
  'setPropOnCustomElement',
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  'startHostTransition',
  'mountActionState',
  'updateActionState',
  'rerenderActionState',
  'dispatchActionState',
  'useHostTransitionStatus',
]);
