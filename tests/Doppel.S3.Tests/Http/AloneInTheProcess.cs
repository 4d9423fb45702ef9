namespace Doppel.S3.Tests.Http;

/// <summary>Tests that count what the whole process allocates run when no other does.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
