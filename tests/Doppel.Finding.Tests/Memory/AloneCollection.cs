using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>For tests that measure what the whole process allocates: no other test runs at the same time.</summary>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public sealed class AloneCollection;
