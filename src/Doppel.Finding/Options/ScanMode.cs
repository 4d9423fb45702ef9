namespace Doppel.Finding;

/// <summary>How folders are listed.</summary>
public enum ScanMode
{
    /// <summary>All threads list folders at the same time.</summary>
    Parallel,

    /// <summary>One thread lists all folders, for devices that are slow to seek.</summary>
    Serial,
}
