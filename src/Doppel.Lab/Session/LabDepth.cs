namespace Doppel.Lab;

/// <summary>Specifies how thorough a measurement is.</summary>
public enum LabDepth
{
    /// <summary>A few strategies on small sets, in less than two minutes.</summary>
    Quick,

    /// <summary>The current strategies and those of the old comparison, on sets of up to 64 MB.</summary>
    Usual,

    /// <summary>All strategies in all their variants, on sets of up to 10,000 files and 512 MB.</summary>
    Full,
}
