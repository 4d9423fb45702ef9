namespace Doppel.Lab;

/// <summary>Specifies what is cached in memory when a run starts.</summary>
public enum Temperature
{
    /// <summary>File contents were dropped from memory file by file. Names and inodes remain cached.</summary>
    Cold,

    /// <summary>All file contents are in memory.</summary>
    Warm,

    /// <summary>All caches of the machine were dropped, including names and inodes.</summary>
    Dropped,
}

/// <summary>The words for temperatures in text and JSON.</summary>
public static class TemperatureWord
{
    /// <summary>Returns the word for a temperature.</summary>
    public static string Of(Temperature temperature) => temperature switch
    {
        Temperature.Cold => "cold",
        Temperature.Warm => "warm",
        _ => "dropped",
    };
}
