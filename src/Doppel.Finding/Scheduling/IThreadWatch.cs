namespace Doppel.Finding;

/// <summary>
/// Receives notifications about which threads can run, so that simulated time passes only while all of them wait.
/// </summary>
internal interface IThreadWatch
{
    /// <summary>Announces that a number of threads is about to run. Called before starting or waking them.</summary>
    void Resume(int threads);

    /// <summary>Announces that the calling thread is about to wait for another thread or to end.</summary>
    void Suspend();
}
