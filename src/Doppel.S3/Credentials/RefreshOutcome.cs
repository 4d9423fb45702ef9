using System.Runtime.ExceptionServices;

namespace Doppel.S3.Credentials;

/// <summary>What a refresh came to: credentials, old or new, or why there are none.</summary>
internal readonly record struct RefreshOutcome(S3Credentials? Credentials, ExceptionDispatchInfo? Error);
