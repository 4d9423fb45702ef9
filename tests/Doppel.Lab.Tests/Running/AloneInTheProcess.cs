namespace Doppel.Lab.Tests.Running;

/// <summary>Tests that look at the whole process run when no other does.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
