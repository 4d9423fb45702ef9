namespace Doppel.Lab;

/// <summary>How thoroughly is measured.</summary>
public enum LabDepth
{
    /// <summary>Some strategies on small sets, in less than two minutes.</summary>
    Quick,

    /// <summary>Today's strategies and those of the old comparison, on sets of up to 64 MB.</summary>
    Usual,

    /// <summary>All strategies in all their forms, on sets of up to 10,000 files and 512 MB.</summary>
    Full,
}
