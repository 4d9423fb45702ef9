namespace Doppel.Acting;

/// <summary>What came of one name.</summary>
public enum ActStatus
{
    /// <summary>It was done.</summary>
    Done,

    /// <summary>It was not safe, or not what the plan says: nothing has changed.</summary>
    Skipped,

    /// <summary>The system refused: nothing has changed, or all was put back.</summary>
    Failed,

    /// <summary>It is half done and could not be put back; the journal knows how, and undo mends it.</summary>
    Unfinished,

    /// <summary>Nothing was to do: it is what it is to become.</summary>
    Idle,
}
