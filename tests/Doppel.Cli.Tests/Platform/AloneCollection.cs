namespace Doppel.Cli.Tests.Platform;

/// <summary>Tests that no other test may run beside.</summary>
/// <remarks>
/// Among them are tests that act: a program that another test starts at that moment inherits the lock of the journals
/// until it has begun, and the next run would be refused.
/// </remarks>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public sealed class AloneCollection;
