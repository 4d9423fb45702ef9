namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>What the file server does with what arrives.</summary>
internal enum TargetMode
{
    /// <summary>Takes the file and confirms it.</summary>
    Store,

    /// <summary>Takes the file and answers 500.</summary>
    Refuse,

    /// <summary>Resets the connection after <see cref="TargetServer.ResetAfterBytes"/> bytes of the file.</summary>
    Reset,
}
