namespace Doppel.Finding.Tests;

/// <summary>What the files of a tree have in common.</summary>
public enum SampleShape
{
    /// <summary>Nothing.</summary>
    UniqueSizes,

    /// <summary>Each has one twin, and no other of its size.</summary>
    Pairs,

    /// <summary>All have one size, and each a twin.</summary>
    OneSize,

    /// <summary>The same, and each file has two names.</summary>
    HardLinks,
}
