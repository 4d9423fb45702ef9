using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A tree that a run, or its undo, may end in anywhere.</summary>
internal interface ICrashTree : IDisposable
{
    /// <summary>Each content that was there has a name, be it a temporary one; of media each payload.</summary>
    void AssertNothingLost();

    /// <summary>Undoes the run, if one has begun.</summary>
    void UndoIfBegun(IChangeableVolume volume);

    /// <summary>All is as it was; nothing is left over.</summary>
    void AssertAsBefore();
}
