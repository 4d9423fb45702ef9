namespace Doppel.Finding;

/// <summary>Bounds how many files all threads of a search hold open for comparing.</summary>
/// <remarks>
/// A process may commonly open 1,024 files; folders, the report and the program itself need some. A thread asks for
/// all the files of its group at once, so no two threads can each wait for what the other holds.
/// </remarks>
internal sealed class OpenFileGate
{
    internal const int FilesMax = 768;

    private readonly object _gate = new();
    private int _open;

    /// <summary>Waits until so many more files may be open.</summary>
    /// <param name="files">1 to <see cref="FilesMax"/>.</param>
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

    /// <summary>Tells that so many files have been closed.</summary>
    internal void Leave(int files)
    {
        lock (_gate)
        {
            _open -= files;
            Monitor.PulseAll(_gate);
        }
    }
}
