/**
 * Verbs in their bare form that tell someone how to work. "Always" or "never" before one of these is a directive; before
 * anything else it usually describes ("always fails", "never worked", "never mind").
 */
export const workVerbs =
  "abbreviate|add|address|allow|amend|annotate|announce|answer|apologi[sz]e|apply|approve|archive|back up|ask|assert|assume|attach|avoid|base|batch|block|branch|bump|build|bundle|bypass|cache|call|cast|catch|change|check|cherry-pick|clean|close|combine|commit|compare|compile|compute|configure|confirm|convert|copy|create|declare|default|define|delete|deploy|describe|disable|do|document|drop|edit|embed|e-?mail|emit|enable|encrypt|encode|ensure|escape|execute|explain|export|expose|extend|fetch|flag|force-push|force|format|generate|give|go|greet|group|guess|handle|hard-?code|hash|hide|ignore|implement|import|include|indent|inject|inline|install|introduce|invent|keep|label|leave|link|lint|list|load|lock|log|lowercase|make|mark|mask|mention|merge|migrate|mix|mock|modify|mutate|name|nest|notify|number|omit|open|order|override|overwrite|parse|pass|persist|pin|place|prefer|prefix|print|propose|provide|publish|pull|push|put|quote|read|rebase|refactor|redact|refer|refund|regenerate|rely|remove|rename|reply|report|request|reset|respond|restart|retry|return|reuse|revert|review|rewrite|round|run|sanitize|save|send|serialize|set|ship|show|sign|skip|sort|speak|specify|split|squash|stage|start|stash|state|store|stub|suggest|summari[sz]e|suppress|swallow|switch|sync|tag|take|talk|target|tell|test|throw|touch|track|translate|treat|trim|trust|truncate|try|turn|type|update|upgrade|upload|use|validate|verify|version|void|wait|wrap|write";

/** Bare forms that are participles too: "never set anywhere" tells what is, not what to do. */
const twoFaced = "put|read|run|set|reset|split";

/** A bare verb that is not the participle of a description. */
export const workVerb = `(?:(?!(?:${twoFaced})\\s+(?:by|anywhere|again|before|because|at|from|since|until|during|yet|properly)\\b)(?:${workVerbs}))\\b`;

/** What a team does by habit: "we never commit generated files". Other verbs after "we never" mostly describe code. */
export const habitVerbs =
  "add|ask|branch|build|bump|commit|deploy|document|expose|force-push|format|import|install|keep|log|merge|mock|name|pin|prefix|publish|push|rebase|release|review|round|run|ship|squash|store|suffix|tag|test|use|write";

/** Verbs that say how things are. A fact has one. */
export const factVerbs =
  "is|are|isn't|aren't|has|have|hasn't|haven't|must|mustn't|can|cannot|can't|may|should|shouldn't|need|needs|use|uses|live|lives|mean|means|belong|belongs|go|goes|run|runs|come|comes|contain|contains|hold|holds|expect|expects|return|returns|start|starts|end|ends|require|requires|support|supports|depend|depends|store|stores|sit|sits|work|works|take|takes|send|sends|get|gets|keep|keeps|speak|speaks|count|counts|equal|equals|follow|follows|own|owns|ship|ships|deploy|deploys|round|rounds|accept|accepts|host|hosts|talk|talks|map|maps|apply|applies|charge|charges|pay|pays|issue|issues|bill|bills|want|wants|read|reads|write|writes|don't|doesn't|won't|never|always|only";
