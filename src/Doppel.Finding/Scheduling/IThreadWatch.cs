namespace Doppel.Finding;

/// <summary>Is told which threads can run, so that simulated time passes only while all of them wait.</summary>
internal interface IThreadWatch
{
    /// <summary>So many threads are about to run: told by who starts or wakes them, before it does.</summary>
    void Resume(int threads);

    /// <summary>The calling thread is about to wait for another thread, or ends.</summary>
    void Suspend();
}
