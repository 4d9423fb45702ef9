namespace Doppel.Cli.Tests.Platform;

/// <summary>Tests that no other test may run beside.</summary>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public sealed class AloneCollection;
