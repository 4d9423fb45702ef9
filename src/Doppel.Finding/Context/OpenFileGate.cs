namespace Doppel.Finding;

/// <summary>Limits how many files all threads of a search keep open for comparing.</summary>
/// <remarks>
/// A process may commonly open 1,024 files; folders, the report and the program itself need some of them. A thread
/// requests all the files of its group at once, so two threads can never deadlock on each other's files.
/// </remarks>
internal sealed class OpenFileGate
{
    internal const int FilesMax = 768;

    private readonly object _gate = new();
    private int _open;

    /// <summary>Waits until the given number of additional files may be opened.</summary>
    /// <param name="files">The number of files, 1 to <see cref="FilesMax"/>.</param>
    internal void Enter(int files)
    {
        lock (_gate)
        {
            while (_open + files > FilesMax)
            {
                Monitor.Wait(_gate);
            }

            _open += files;
        }
    }

    /// <summary>Releases the given number of files after they were closed.</summary>
    internal void Leave(int files)
    {
        lock (_gate)
        {
            _open -= files;
            Monitor.PulseAll(_gate);
        }
    }
}
