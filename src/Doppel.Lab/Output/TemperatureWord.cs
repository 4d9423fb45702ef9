namespace Doppel.Lab;

/// <summary>Temperatures as people and JSON read them.</summary>
public static class TemperatureWord
{
    /// <summary>The word.</summary>
    public static string Of(Temperature temperature) => temperature switch
    {
        Temperature.Cold => "cold",
        Temperature.Warm => "warm",
        _ => "dropped",
    };
}
