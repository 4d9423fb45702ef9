namespace Doppel.App;

/// <summary>Specifies what has become of a run, as lists of runs show it.</summary>
internal enum RunStanding
{
    /// <summary>It has ended, and nothing of it has been undone. An undo has restored everything it could.</summary>
    Done,

    /// <summary>It was interrupted, or it is in progress.</summary>
    Interrupted,

    /// <summary>It ended before it could change anything.</summary>
    NothingDone,

    /// <summary>An undo has restored some of its names.</summary>
    PartlyUndone,

    /// <summary>An undo has restored everything that can be restored.</summary>
    Undone,

    /// <summary>It is an undo that did not restore every name, or that is in progress.</summary>
    Incomplete,

    /// <summary>Its journal is damaged, or another user could have written it.</summary>
    Unreadable,
}
