using System.Runtime.ExceptionServices;

namespace Doppel.S3;

/// <summary>The outcome of a refresh: new or still valid credentials, or the error if there are none.</summary>
internal readonly record struct RefreshOutcome(S3Credentials? Credentials, ExceptionDispatchInfo? Error);
