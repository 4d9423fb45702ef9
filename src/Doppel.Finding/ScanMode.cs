namespace Doppel.Finding;

/// <summary>How folders are listed.</summary>
public enum ScanMode
{
    /// <summary>By all threads at once.</summary>
    Parallel,

    /// <summary>By one thread, for devices that suffer from seeking.</summary>
    Serial,
}
