using Doppel.Fleet;

namespace Doppel.App;

/// <summary>Explains what goes wrong with a fleet.</summary>
internal static class FleetCall
{
    /// <summary>Returns the name of a host.</summary>
    /// <exception cref="UsageException">It cannot be one.</exception>
    internal static string RequireHost(string name) => FleetHost.IsName(name)
        ? name
        : throw new UsageException(
            $"{Quote.Text(name)} cannot be the name of a machine",
            "use at most 64 letters, digits, '-', '_' and '.', and no '-' at the beginning; --host names this machine");

    /// <summary>Calls a function that uses the server, and explains what goes wrong.</summary>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal static T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (FleetException failure)
        {
            throw new UsageException(failure.Message, failure.Hint);
        }
    }

    /// <inheritdoc cref="Guard{T}"/>
    internal static void Guard(Action work) => Guard(() =>
    {
        work();
        return true;
    });

    /// <summary>Enumerates what is read from the server, and explains what goes wrong.</summary>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal static IEnumerable<T> Each<T>(IEnumerable<T> items)
    {
        using IEnumerator<T> item = items.GetEnumerator();
        while (Guard(item.MoveNext))
        {
            yield return item.Current;
        }
    }
}
