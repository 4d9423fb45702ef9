namespace Doppel.Volumes;

/// <summary>How much is asked of a file's place on its device.</summary>
public enum ExtentQuery
{
    /// <summary>
    /// The first extent as the file system has it at hand, which costs little: enough for an order of reading, no
    /// proof of anything.
    /// </summary>
    First,

    /// <summary>All extents, after what was written to the file has been brought to the device.</summary>
    CompleteAndSynced,
}
