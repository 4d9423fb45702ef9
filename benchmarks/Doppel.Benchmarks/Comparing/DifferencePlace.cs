namespace Doppel.Benchmarks.Comparing;

/// <summary>Where the files of a group begin to differ.</summary>
internal enum DifferencePlace
{
    /// <summary>All are equal.</summary>
    Nowhere,

    /// <summary>At the first byte, or the second where there are more than 256 contents.</summary>
    Start,

    /// <summary>At the byte in the middle, or the one after it.</summary>
    Middle,

    /// <summary>At the last byte, or the one before it.</summary>
    End,
}
