namespace Doppel.Acting.Tests;

/// <summary>The life of a process, which may end at one of its calls. Thread-safe.</summary>
internal sealed class Life
{
    private int _left = int.MaxValue;

    public bool HasEnded => Volatile.Read(ref _left) <= 0;

    /// <summary>A new process that ends at a call, counted from 1; 0: it does not end.</summary>
    public void Begin(int calls = 0) => Volatile.Write(ref _left, calls == 0 ? int.MaxValue : calls);

    /// <summary>Called before each call that changes something, and each request.</summary>
    /// <exception cref="CrashException">The process has ended.</exception>
    public void Step()
    {
        if (Interlocked.Decrement(ref _left) <= 0)
        {
            Volatile.Write(ref _left, 0);
            throw new CrashException();
        }
    }
}
